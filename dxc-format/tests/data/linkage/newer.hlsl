// Shaders of shader model 6 whose pairs `pipelines.tsv` judges, for DXC; they follow those of `shaders.hlsl`.

float4 ps_barycentrics(Base i, float3 w : SV_Barycentrics) : SV_Target { return sum(i.p, i.a, i.b, i.c) + w.x; }
float4 ps_view(Base i, uint v : SV_ViewID) : SV_Target { return sum(i.p, i.a, i.b, i.c) + v; }
float4 ps_rate(Base i, uint v : SV_ShadingRate) : SV_Target { return sum(i.p, i.a, i.b, i.c) + v; }
float4 ps_inner(Base i, uint v : SV_InnerCoverage) : SV_Target { return sum(i.p, i.a, i.b, i.c) + v; }
#ifdef NATIVE
float4 ps_half(float4 p : SV_Position, float4 a : A, half2 b : B, uint4 c : C) : SV_Target { return sum(p, a, b, c); }
#endif
Base vs_view(float4 p : POSITION, uint v : SV_ViewID) { Base o; o.p = p; o.a = p * v; o.b = p.xy; o.c = v; return o; }
void vs_unwritten(float4 p : POSITION, out float4 o : SV_Position, out float4 a : A, out float2 b : B, out uint4 c : C) { o = p; a.x = p.x; b = p.xy; c = 1; }

// Mesh and amplification shaders.
struct Payload { uint4 at[2]; };
struct Large { uint4 at[3]; };
groupshared Payload shared_payload;
groupshared Large shared_large;
[numthreads(1, 1, 1)] void as(uint t : SV_GroupIndex) { shared_payload.at[0] = t; shared_payload.at[1] = t; DispatchMesh(1, 1, 1, shared_payload); }
[numthreads(1, 1, 1)] void as_large(uint t : SV_GroupIndex) { shared_large.at[2] = t; DispatchMesh(1, 1, 1, shared_large); }
struct Vertices { float4 p : SV_Position; float4 a : A; };
struct Primitives { float2 b : B; uint4 c : C; };
#define MESH(NAME, PAYLOAD, PRIMITIVES, WRITE) \
    [numthreads(3, 1, 1)] [outputtopology("triangle")] \
    void NAME(uint t : SV_GroupIndex PAYLOAD, out vertices Vertices v[3], out primitives PRIMITIVES q[1], out indices uint3 n[1]) { \
        SetMeshOutputCounts(3, 1); v[t].p = t; v[t].a = t; q[0].b = 1; q[0].c = 2; n[0] = uint3(0, 1, 2); WRITE }
#define COMMA ,
MESH(ms, , Primitives, )
MESH(ms_payload, COMMA in payload Payload pl, Primitives, v[t].a = pl.at[1].x;)
struct WithId { float2 b : B; uint4 c : C; uint id : SV_PrimitiveID; };
MESH(ms_primitive, , WithId, q[0].id = 3;)
struct WithSystem { float2 b : B; uint4 c : C; uint s : SV_RenderTargetArrayIndex; bool cull : SV_CullPrimitive; };
MESH(ms_slice, , WithSystem, q[0].s = 3; q[0].cull = false;)
float4 ps_mixed(uint4 c : C, float2 b : B, float4 p : SV_Position, float4 a : A) : SV_Target { return sum(p, a, b, c); }
float4 ps_low(float4 p : SV_Position, float2 b : B, float4 a : A) : SV_Target { return p + a + b.x; }
