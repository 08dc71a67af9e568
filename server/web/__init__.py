"""The server as browsers and programs reach it: addresses, pages, sockets, rates, the operator."""
