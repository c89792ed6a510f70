struct S { float2 a; struct { int x; float3 y; } n; float z; };
cbuffer C { S s0; float f; S s1[2]; float g = 3; float4 h[2] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 } }; int3 k = int3(1, 2, 3); row_major float2x3 m; double dd; min16float mf; }
tbuffer TB { float4 tb1; float tb2[3]; }
Texture2DMS<float4, 8> ms; Buffer<double2> bd : register(t20); AppendStructuredBuffer<S> app; ConsumeStructuredBuffer<S> con; RWStructuredBuffer<S> cnt;
RWByteAddressBuffer raw; globallycoherent RWTexture2D<uint> tex; Texture2D<float> t2; SamplerComparisonState sc; SamplerState ss;
[earlydepthstencil]
float4 main(float4 p : SV_Position, float4 c : C, centroid float2 u : U, uint i : I, uint si : SV_SampleIndex) : SV_Target
{
  precise float4 r = ms.Load(int2(p.xy), 3) * c; r += t2.SampleCmp(sc, u, 0.5); r += t2.GatherRed(ss, u, int2(i, 2)); r += EvaluateAttributeSnapped(c, int2(1, -2)) + EvaluateAttributeAtSample(c, 2);
  S s = con.Consume(); s.n.x += 10000; app.Append(s); cnt.IncrementCounter(); cnt[i] = s0; uint o; raw.InterlockedAdd(16, (uint)(-10000), o); InterlockedMax(tex[uint2(i, 0)], o, o);
  min16float q = (min16float)p.x * mf; min16int w = (min16int)i; double d = dd * -4.35 + bd[i].y; r += tb1 + tb2[i] + h[i] + g + k.x + m[1].y + f + s1[i].z;
  uint4 sad = msad4(i, uint2(o, si), uint4(1, 2, 3, 4)); return r + q + w + (float)d + sad; }
