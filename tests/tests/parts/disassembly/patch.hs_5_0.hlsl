struct V { float3 p : P; }; struct K { float e[4] : SV_TessFactor; float i[2] : SV_InsideTessFactor; float2 x : X; };
K pc(InputPatch<V, 4> v, uint id : SV_PrimitiveID) { K k; for (int j = 0; j < 4; j++) k.e[j] = v[j].p.x; k.i[0] = k.i[1] = 3; k.x = id; return k; }
[domain("quad")] [partitioning("pow2")] [outputtopology("triangle_ccw")] [outputcontrolpoints(4)] [patchconstantfunc("pc")] [maxtessfactor(15)]
V main(InputPatch<V, 4> v, uint i : SV_OutputControlPointID) { V o; o.p = v[(i + 1) % 4].p; return o; }
