struct I { float x[1]; float2 y; };
struct S { float4 a; I i[1]; I j; float4 z[1]; row_major float2x2 m[1]; };
cbuffer C { S s1[1]; S s2; S s3[2]; float f1[1]; float4x4 m1[1]; I n1[1]; I n0; float4 v1[1]; };
float4 main() : SV_Target { return s1[0].a + s2.i[0].x[0] + s3[1].a + f1[0] + m1[0][0] + n1[0].y.x + n0.y.x + v1[0]; }
