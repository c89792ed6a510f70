cbuffer C { float4 a[4]; } Texture2D<float4> t[] : register(t0, space1); SamplerState s[3] : register(s2); RWBuffer<float> u[2] : register(u1, space2);
float4 main(uint i : I, float2 uv : U) : SV_Target { u[i % 2][i] = 1; return t[NonUniformResourceIndex(i)].Sample(s[i % 3], uv, int2(1, -1)) + a[i]; }
