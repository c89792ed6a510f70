static const float4 tab[3] = { { 1, 2, 3, 4 }, { 1e20, -0.5, 0, 10000 }, { asfloat(0x7fc00000), 7, 8, 9 } };
float4 main(uint v : SV_VertexID, uint i : SV_InstanceID, float4 p : P, out float2 c : SV_CullDistance, out float x[2] : X) : SV_Position { float y[4] = { p.x, p.y, 1, 2 }; y[i & 3] = v; x[0] = y[v & 3]; x[1] = i; c = tab[v % 3].xy; return tab[i % 3] + p; }
