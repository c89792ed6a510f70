struct S { float3 a; uint b; }; groupshared S g[16]; groupshared uint n; StructuredBuffer<S> sb; ByteAddressBuffer ba; RWStructuredBuffer<S> rw; RWTexture3D<unorm float> rt; Texture2DArray<int4> ta;
[numthreads(4, 4, 2)] void main(uint3 t : SV_DispatchThreadID, uint3 gid : SV_GroupID, uint gi : SV_GroupIndex, uint3 gt : SV_GroupThreadID) {
 g[gi & 15] = sb[t.x]; if (gi == 0) n = 0; GroupMemoryBarrierWithGroupSync(); uint o; InterlockedAdd(n, ba.Load(t.y * 4), o); InterlockedCompareExchange(n, o, 5, o); AllMemoryBarrier(); DeviceMemoryBarrierWithGroupSync();
 uint w, h, e, l; ta.GetDimensions(1, w, h, e, l); [loop] while (o > 3) { o -= reversebits(o) + countbits(w) + firstbithigh(h); switch (o & 3) { case 0: o--; break; case 1: o >>= 2; break; default: break; } if (o == 7) break; }
 rw[t.x].a = g[o & 15].a + ta.Load(int4(1, 2, 3, 0)).x + gid + gt; rw[t.x].b = o / 3 % l; rt[t] = f16tof32(o) + sin(o) * cos(o); }
