struct I { float x[1]; float2 y; };
struct S { float4 a; I i[1]; };
cbuffer C { S s1[1]; S s2; float f1[1]; };
struct P { float4 p : P; };
struct T { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
T pc(InputPatch<P,3> p) { T t; t.e[0]=t.e[1]=t.e[2]=s1[0].a.x; t.i=s2.a.x; return t; }
[domain("tri")][partitioning("integer")][outputtopology("triangle_cw")][outputcontrolpoints(3)][patchconstantfunc("pc")]
P main(InputPatch<P,3> p, uint id : SV_OutputControlPointID) { P o; o.p = p[id].p + s1[0].a + f1[0] + s2.i[0].x[0]; return o; }
