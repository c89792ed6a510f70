"CBV(b0), CBV(b0), StaticSampler(s0, maxAnisotropy = 17)"
