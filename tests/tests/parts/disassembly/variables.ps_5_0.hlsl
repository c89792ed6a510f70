struct S { float2 a; struct { int x; float3 y; } n; float z; row_major float2x3 m; };
cbuffer C { S s0; float f; S s1[2]; S s2; float g = 3; float4 h[2] = {{1,2,3,4},{5,6,7,8}}; int3 k = int3(1,2,3); bool bb = true; float3x3 mm; uint u; double dd; dword dw; matrix<int,2,3> mi; min16float mf; min16int mi2; min12int m12; min10float m10; min16uint mu;};
interface I { float f(float x); }; class A : I { float q; Texture2D t; SamplerState ss; float f(float x) { return q*x+t.SampleLevel(ss,x,0).x; } }; class B : I { float4 r[2]; float f(float x) { return r[1].y+x; } };
A ca; B cb; I obj; I objs[3];
tbuffer TB { float4 tb1; float tb2[3]; };
float4 main(float4 p : SV_Position, uint i : I) : SV_Target { return s0.n.y.x + f + s1[i].z + s2.m[1].x + g + h[i] + k.x + (bb?1:2) + mm[1].x + u + (float)dd + obj.f(p.x) + objs[1].f(p.y) + tb1 + tb2[i] + dw + mi[0].x + mf + mi2 + m12 + m10 + mu; }
