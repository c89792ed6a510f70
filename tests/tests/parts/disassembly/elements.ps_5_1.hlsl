struct I { float x[1]; float2 y; };
struct S { float4 a; I i[1]; I j; };
ConstantBuffer<S> buf0 : register(b0);
ConstantBuffer<S> buf1[1] : register(b1);
ConstantBuffer<S> buf2[2] : register(b2);
cbuffer C : register(b5) { S s1[1]; S s2; float f1[1];};
float4 main() : SV_Target { return buf0.a + buf1[0].i[0].x[0] + buf2[1].a + s1[0].a + s2.a + f1[0]; }
