au BufRead,BufNewFile *.hoyle setfiletype hoyle
au BufRead,BufNewFile *.play setfiletype hoyleplay
