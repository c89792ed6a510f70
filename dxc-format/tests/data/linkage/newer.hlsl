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

// Mesh shaders whose outputs are arrays, clip distances, or of minimum precision.
#define MESH_OF(NAME, VERTICES, WRITE) \
    [numthreads(3, 1, 1)] [outputtopology("triangle")] \
    void NAME(uint t : SV_GroupIndex, out vertices VERTICES v[3], out primitives Primitives q[1], out indices uint3 n[1]) { \
        SetMeshOutputCounts(3, 1); v[t].p = t; WRITE q[0].b = 1; q[0].c = 2; n[0] = uint3(0, 1, 2); }
MESH_OF(ms_array, Array, v[t].a[0] = t; v[t].a[1] = t;)
MESH_OF(ms_clip, Clip, v[t].a = t; v[t].d = t;)
struct MinVertices { float4 p : SV_Position; min16float4 a : A; };
MESH_OF(ms_min16, MinVertices, v[t].a = min16float4(1, 1, 1, 1);)
struct NoPositions { float4 a : A; };
[numthreads(3, 1, 1)] [outputtopology("triangle")]
void ms_no_position(uint t : SV_GroupIndex, out vertices NoPositions v[3], out indices uint3 n[1]) { SetMeshOutputCounts(3, 1); v[t].a = t; n[0] = uint3(0, 1, 2); }
void vs_unwritten_two(float4 p : POSITION, out float4 o : SV_Position, out float2 b : B, out float2 d : D) { o = p; b = p.xy; d.x = p.x; }
void vs_unwritten_first(float4 p : POSITION, out float4 o : SV_Position, out float4 a : A, out float2 b : B, out uint4 c : C) { o = p; a.yzw = p.xyz; b = p.xy; c = 1; }
float4 ps_first(float4 p : SV_Position, float4 a : A) : SV_Target { return p + a.x; }
float4 ps_last(float4 p : SV_Position, float4 a : A) : SV_Target { return p + a.yzww; }
float4 ps_sometimes(float4 p : SV_Position, float4 a : A) : SV_Target { if (p.x > 1) return a; return p; }
