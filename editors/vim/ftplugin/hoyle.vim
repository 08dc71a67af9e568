setlocal commentstring=#\ %s comments=:# expandtab shiftwidth=4 softtabstop=4 foldmethod=indent foldlevel=99
