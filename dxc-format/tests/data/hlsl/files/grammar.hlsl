CBV(b0), // the camera
SRV(t0)  /* and the scene */
