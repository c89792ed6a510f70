#pragma once
#define Quad_RootSig "RootFlags(0), CBV(b0)"
