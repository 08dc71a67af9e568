"""The functions of a module, written as WebAssembly text: a file for each subject, `writer.py` names them."""
