"CBV(b0), SRV(b1)"
