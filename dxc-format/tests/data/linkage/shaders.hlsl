// Shaders whose pairs `pipelines.tsv` judges, for FXC and DXC. An entry is named after its stage and its difference from the
// first one of the stage.

struct Base { float4 p : SV_Position; float4 a : A; float2 b : B; uint4 c : C; };
float4 sum(float4 p, float4 a, float2 b, float4 c) { return p + a + b.xyxy + c; }

// Vertex shaders.
Base vs(float4 p : POSITION) { Base o; o.p = p; o.a = p * 2; o.b = p.xy; o.c = uint4(p); return o; }
struct Small { float4 p : SV_Position; float4 a : A; };
Small vs_small(float4 p : POSITION) { Small o; o.p = p; o.a = p; return o; }
struct NoPosition { float4 a : A; float2 b : B; };
NoPosition vs_no_position(float4 p : POSITION) { NoPosition o; o.a = p; o.b = p.xy; return o; }
struct Min { float4 p : SV_Position; float4 a : A; min16float2 b : B; uint4 c : C; };
Min vs_min16(float4 p : POSITION) { Min o; o.p = p; o.a = p; o.b = min16float2(p.xy); o.c = uint4(p); return o; }
struct Clip { float4 p : SV_Position; float4 a : A; float4 d : SV_ClipDistance0; };
Clip vs_clip(float4 p : POSITION) { Clip o; o.p = p; o.a = p; o.d = p; return o; }
struct Array { float4 p : SV_Position; float4 a[2] : A; };
Array vs_array(float4 p : POSITION) { Array o; o.p = p; o.a[0] = p; o.a[1] = p; return o; }
struct System { float4 p : SV_Position; float4 a : A; uint id : SV_InstanceID; };
System vs_instance(float4 p : POSITION, uint id : SV_InstanceID) { System o; o.p = p; o.a = p; o.id = id; return o; }
Small vs_inputs(float4 p : POSITION, uint v : SV_VertexID, uint i : SV_InstanceID) { Small o; o.p = p + v; o.a = p + i; return o; }

// Pixel shaders.
float4 ps(Base i) : SV_Target { return sum(i.p, i.a, i.b, i.c); }
float4 ps_fewer(float4 p : SV_Position, float4 a : A) : SV_Target { return p + a; }
float4 ps_position(float4 p : SV_Position) : SV_Target { return p; }
float4 ps_nothing() : SV_Target { return 1; }
float4 ps_no_position(float4 a : A) : SV_Target { return a; }
float4 ps_no_position_all(float4 a : A, float2 b : B, uint4 c : C) : SV_Target { return sum(0, a, b, c); }
float4 ps_skips(float4 p : SV_Position, float2 b : B, uint4 c : C) : SV_Target { return sum(p, 0, b, c); }
float4 ps_swapped(float4 p : SV_Position, float2 b : B, float4 a : A, uint4 c : C) : SV_Target { return sum(p, a, b, c); }
float4 ps_last_position(float4 a : A, float2 b : B, uint4 c : C, float4 p : SV_Position) : SV_Target { return sum(p, a, b, c); }
float4 ps_three(float4 p : SV_Position, float3 a : A, float2 b : B, uint4 c : C) : SV_Target { return sum(p, a.xyzz, b, c); }
float4 ps_packed(float4 p : SV_Position, float2 a : A, float2 b : B, uint4 c : C) : SV_Target { return sum(p, a.xyxy, b, c); }
float4 ps_one(float4 p : SV_Position, float4 a : A, float b : B, uint c : C) : SV_Target { return sum(p, a, b, c); }
float4 ps_wide(float4 p : SV_Position, float4 a : A, float4 b : B, uint4 c : C) : SV_Target { return sum(p, a, b.zw, c); }
float4 ps_wide_three(float4 p : SV_Position, float4 a : A, float3 b : B, uint4 c : C) : SV_Target { return sum(p, a, b.xz, c); }
float4 ps_int(float4 p : SV_Position, float4 a : A, float2 b : B, int4 c : C) : SV_Target { return sum(p, a, b, c); }
float4 ps_float(float4 p : SV_Position, float4 a : A, float2 b : B, float4 c : C) : SV_Target { return sum(p, a, b, c); }
float4 ps_uint(float4 p : SV_Position, nointerpolation uint4 a : A, float2 b : B, uint4 c : C) : SV_Target { return sum(p, a, b, c); }
float4 ps_more(Base i, float4 d : D) : SV_Target { return sum(i.p, i.a, i.b, i.c) + d; }
float4 ps_renamed(float4 p : SV_Position, float4 a : A, float2 b : B, uint4 c : FROG) : SV_Target { return sum(p, a, b, c); }
float4 ps_letters(float4 p : sv_position, float4 a : a, float2 b : b, uint4 c : c) : SV_Target { return sum(p, a, b, c); }
float4 ps_index(float4 p : SV_Position, float4 a : A1, float2 b : B, uint4 c : C) : SV_Target { return sum(p, a, b, c); }
float4 ps_flat(float4 p : SV_Position, nointerpolation float4 a : A, float2 b : B, uint4 c : C) : SV_Target { return sum(p, a, b, c); }
float4 ps_centroid(float4 p : SV_Position, centroid float4 a : A, noperspective float2 b : B, uint4 c : C) : SV_Target { return sum(p, a, b, c); }
float4 ps_sample(float4 p : SV_Position, sample float4 a : A, float2 b : B, uint4 c : C) : SV_Target { return sum(p, a, b, c); }
float4 ps_front(Base i, bool f : SV_IsFrontFace) : SV_Target { return sum(i.p, i.a, i.b, i.c) + f; }
float4 ps_sample_index(Base i, uint s : SV_SampleIndex) : SV_Target { return sum(i.p, i.a, i.b, i.c) + s; }
float4 ps_coverage(Base i, uint s : SV_Coverage) : SV_Target { return sum(i.p, i.a, i.b, i.c) + s; }
float4 ps_primitive(Base i, uint s : SV_PrimitiveID) : SV_Target { return sum(i.p, i.a, i.b, i.c) + s; }
float4 ps_primitive_first(float4 p : SV_Position, uint s : SV_PrimitiveID, float4 a : A) : SV_Target { return p + a + s; }
float4 ps_slice(Base i, uint s : SV_RenderTargetArrayIndex) : SV_Target { return sum(i.p, i.a, i.b, i.c) + s; }
float4 ps_viewport(Base i, uint s : SV_ViewportArrayIndex) : SV_Target { return sum(i.p, i.a, i.b, i.c) + s; }
float4 ps_clip(float4 p : SV_Position, float4 a : A, float4 d : SV_ClipDistance0) : SV_Target { return p + a + d; }
float4 ps_clip_one(float4 p : SV_Position, float4 a : A, float d : SV_ClipDistance0) : SV_Target { return p + a + d; }
float4 ps_cull(float4 p : SV_Position, float4 a : A, float4 d : SV_CullDistance0) : SV_Target { return p + a + d; }
float4 ps_min16(Min i) : SV_Target { return sum(i.p, i.a, i.b, i.c); }
float4 ps_array(Array i) : SV_Target { return i.p + i.a[0] + i.a[1]; }
float4 ps_array_three(float4 p : SV_Position, float4 a[3] : A) : SV_Target { return p + a[0] + a[2]; }
float4 ps_array_second(float4 p : SV_Position, float4 a : A1) : SV_Target { return p + a; }
float4 ps_instance(System i) : SV_Target { return i.p + i.a + i.id; }
float4 ps_instance_int(float4 p : SV_Position, float4 a : A, nointerpolation int id : SV_InstanceID) : SV_Target { return p + a + id; }
float4 ps_unread(Base i) : SV_Target { return i.p; }
struct Targets { float4 zero : SV_Target0; uint2 two : SV_Target2; int one : SV_Target1; float depth : SV_Depth; };
Targets ps_targets(Base i) { Targets o; o.zero = i.p; o.two = i.c.xy; o.one = int(i.a.x); o.depth = i.b.x; return o; }

// Geometry shaders.
[maxvertexcount(3)] void gs(triangle Base v[3], inout TriangleStream<Base> s) { for (int i = 0; i < 3; i++) s.Append(v[i]); }
[maxvertexcount(3)] void gs_small(triangle Small v[3], inout TriangleStream<Base> s) {
    for (int i = 0; i < 3; i++) { Base o; o.p = v[i].p; o.a = v[i].a; o.b = v[i].a.xy; o.c = 1; s.Append(o); }
}
struct Swapped { float4 p : SV_Position; float2 b : B; float4 a : A; };
[maxvertexcount(3)] void gs_swapped(triangle Swapped v[3], inout TriangleStream<Base> s) {
    for (int i = 0; i < 3; i++) { Base o; o.p = v[i].p; o.a = v[i].a; o.b = v[i].b; o.c = 1; s.Append(o); }
}
struct Int { float4 p : SV_Position; float4 a : A; float2 b : B; int4 c : C; };
[maxvertexcount(3)] void gs_int(triangle Int v[3], inout TriangleStream<Small> s) {
    for (int i = 0; i < 3; i++) { Small o; o.p = v[i].p; o.a = v[i].a + v[i].c; s.Append(o); }
}
struct Wide { float4 p : SV_Position; float4 a : A; float4 b : B; };
[maxvertexcount(3)] void gs_wide(triangle Wide v[3], inout TriangleStream<Small> s) {
    for (int i = 0; i < 3; i++) { Small o; o.p = v[i].p; o.a = v[i].a + v[i].b; s.Append(o); }
}
struct More { float4 p : SV_Position; float4 a : A; float2 b : B; uint4 c : C; float4 d : D; };
[maxvertexcount(3)] void gs_more(triangle More v[3], inout TriangleStream<Small> s) {
    for (int i = 0; i < 3; i++) { Small o; o.p = v[i].p; o.a = v[i].a + v[i].d; s.Append(o); }
}
struct Primitive { float4 p : SV_Position; float4 a : A; float2 b : B; uint4 c : C; uint id : SV_PrimitiveID; };
[maxvertexcount(3)] void gs_primitive(triangle Base v[3], uint id : SV_PrimitiveID, inout TriangleStream<Primitive> s) {
    for (int i = 0; i < 3; i++) { Primitive o; o.p = v[i].p; o.a = v[i].a; o.b = v[i].b; o.c = v[i].c; o.id = id; s.Append(o); }
}
struct Slice { float4 p : SV_Position; float4 a : A; float2 b : B; uint4 c : C; uint id : SV_RenderTargetArrayIndex; };
[maxvertexcount(3)] void gs_slice(triangle Base v[3], inout TriangleStream<Slice> s) {
    for (int i = 0; i < 3; i++) { Slice o; o.p = v[i].p; o.a = v[i].a; o.b = v[i].b; o.c = v[i].c; o.id = 1; s.Append(o); }
}
[maxvertexcount(3)] void gs_no_position(triangle Base v[3], inout TriangleStream<NoPosition> s) {
    for (int i = 0; i < 3; i++) { NoPosition o; o.a = v[i].a; o.b = v[i].b; s.Append(o); }
}
struct Second { float4 p : SV_Position; float2 b : B; };
[maxvertexcount(6)] void gs_streams(point Base v[1], inout PointStream<Small> s, inout PointStream<Second> t) {
    Small o; o.p = v[0].p; o.a = v[0].a; s.Append(o);
    Second q; q.p = v[0].p; q.b = v[0].b; t.Append(q);
}
[maxvertexcount(1)] void gs_point(point Base v[1], inout PointStream<Base> s) { s.Append(v[0]); }
[maxvertexcount(2)] void gs_line(line Base v[2], inout LineStream<Base> s) { s.Append(v[0]); s.Append(v[1]); }
[maxvertexcount(2)] void gs_line_adjacent(lineadj Base v[4], inout LineStream<Base> s) { s.Append(v[0]); s.Append(v[3]); }
[maxvertexcount(3)] void gs_triangle_adjacent(triangleadj Base v[6], inout TriangleStream<Base> s) { s.Append(v[0]); s.Append(v[5]); s.Append(v[3]); }

// Hull shaders.
struct Factors { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float3 k : K; };
Factors factors(InputPatch<Base, 3> v) { Factors f; f.e[0] = f.e[1] = f.e[2] = 2; f.i = v[0].a.x; f.k = v[0].p.xyz; return f; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("factors")]
Base hs(InputPatch<Base, 3> v, uint i : SV_OutputControlPointID) { Base o = v[i]; o.a += 1; return o; }
[domain("tri")] [partitioning("integer")] [outputtopology("point")] [outputcontrolpoints(3)] [patchconstantfunc("factors")]
Base hs_point(InputPatch<Base, 3> v, uint i : SV_OutputControlPointID) { Base o = v[i]; o.a += 1; return o; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_ccw")] [outputcontrolpoints(4)] [patchconstantfunc("factors")]
Base hs_four(InputPatch<Base, 3> v, uint i : SV_OutputControlPointID) { Base o = v[i % 3]; o.a += 1; return o; }
Factors factors_small(InputPatch<Small, 3> v) { Factors f; f.e[0] = f.e[1] = f.e[2] = 2; f.i = v[0].a.x; f.k = v[0].p.xyz; return f; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("factors_small")]
Base hs_small(InputPatch<Small, 3> v, uint i : SV_OutputControlPointID) { Base o; o.p = v[i].p; o.a = v[i].a; o.b = 1; o.c = 1; return o; }
Factors factors_swapped(InputPatch<Swapped, 3> v) { Factors f; f.e[0] = f.e[1] = f.e[2] = 2; f.i = v[0].a.x; f.k = v[0].b.xyx; return f; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("factors_swapped")]
Base hs_swapped(InputPatch<Swapped, 3> v, uint i : SV_OutputControlPointID) { Base o; o.p = v[i].p; o.a = v[i].a; o.b = v[i].b; o.c = 1; return o; }
Factors factors_more(InputPatch<More, 3> v) { Factors f; f.e[0] = f.e[1] = f.e[2] = 2; f.i = v[0].d.x; f.k = v[0].p.xyz; return f; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("factors_more")]
Base hs_more(InputPatch<More, 3> v, uint i : SV_OutputControlPointID) { Base o; o.p = v[i].p + v[i].d; o.a = v[i].a; o.b = v[i].b; o.c = 1; return o; }
struct QuadFactors { float e[4] : SV_TessFactor; float i[2] : SV_InsideTessFactor; };
QuadFactors quad_factors(InputPatch<Base, 4> v) { QuadFactors f; f.e[0] = f.e[1] = f.e[2] = f.e[3] = v[0].a.x; f.i[0] = f.i[1] = 2; return f; }
[domain("quad")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(4)] [patchconstantfunc("quad_factors")]
Base hs_quad(InputPatch<Base, 4> v, uint i : SV_OutputControlPointID) { Base o = v[i]; o.a += 1; return o; }
struct LineFactors { float e[2] : SV_TessFactor; };
LineFactors line_factors(InputPatch<Base, 2> v) { LineFactors f; f.e[0] = f.e[1] = v[0].a.x; return f; }
[domain("isoline")] [partitioning("integer")] [outputtopology("line")] [outputcontrolpoints(2)] [patchconstantfunc("line_factors")]
Base hs_line(InputPatch<Base, 2> v, uint i : SV_OutputControlPointID) { Base o = v[i]; o.a += 1; return o; }

// Domain shaders.
[domain("tri")] Base ds(Factors f, float3 l : SV_DomainLocation, const OutputPatch<Base, 3> v) { Base o = v[0]; o.a += l.x + f.k.x; return o; }
[domain("tri")] Small ds_small(Factors f, float3 l : SV_DomainLocation, const OutputPatch<Base, 3> v) { Small o; o.p = v[0].p + v[1].c + v[1].b.xyxy; o.a = v[2].a; return o; }
[domain("tri")] Base ds_four(Factors f, float3 l : SV_DomainLocation, const OutputPatch<Base, 4> v) { Base o = v[3]; o.a += l.x + f.k.x; return o; }
[domain("tri")] Base ds_fewer(Factors f, float3 l : SV_DomainLocation, const OutputPatch<Small, 3> v) { Base o; o.p = v[0].p; o.a = v[0].a + l.x + f.k.x; o.b = 1; o.c = 1; return o; }
[domain("tri")] Small ds_more(Factors f, float3 l : SV_DomainLocation, const OutputPatch<More, 3> v) { Small o; o.p = v[0].p; o.a = v[0].d + l.x + f.k.x; return o; }
struct Reordered { float4 a : A; float4 p : SV_Position; float2 b : B; uint4 c : C; };
[domain("tri")] Small ds_reordered(Factors f, float3 l : SV_DomainLocation, const OutputPatch<Reordered, 3> v) { Small o; o.p = v[0].p; o.a = v[0].a + l.x + f.k.x; return o; }
[domain("tri")] Small ds_int(Factors f, float3 l : SV_DomainLocation, const OutputPatch<Int, 3> v) { Small o; o.p = v[0].p; o.a = v[0].c + l.x + f.k.x; return o; }
struct WideAll { float4 p : SV_Position; float4 a : A; float3 b : B; uint4 c : C; };
[domain("tri")] Small ds_wide(Factors f, float3 l : SV_DomainLocation, const OutputPatch<WideAll, 3> v) { Small o; o.p = v[0].p; o.a = v[0].b.xyzz + l.x + f.k.x; return o; }
struct Narrow { float4 p : SV_Position; float4 a : A; float b : B; uint4 c : C; };
[domain("tri")] Small ds_narrow(Factors f, float3 l : SV_DomainLocation, const OutputPatch<Narrow, 3> v) { Small o; o.p = v[0].p; o.a = v[0].b + l.x + f.k.x; return o; }
struct Indexed { float4 p : SV_Position; float4 a : A; float2 b : B1; uint4 c : C; };
[domain("tri")] Small ds_index(Factors f, float3 l : SV_DomainLocation, const OutputPatch<Indexed, 3> v) { Small o; o.p = v[0].p; o.a = v[0].b.xyxy + l.x + f.k.x; return o; }
[domain("tri")] Small ds_min16(Factors f, float3 l : SV_DomainLocation, const OutputPatch<Min, 3> v) { Small o; o.p = v[0].p; o.a = v[0].b.xyxy + l.x + f.k.x; return o; }
struct FactorsOnly { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
[domain("tri")] Base ds_no_constant(FactorsOnly f, float3 l : SV_DomainLocation, const OutputPatch<Base, 3> v) { Base o = v[0]; o.a += l.x + f.i; return o; }
struct FactorsRenamed { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float3 k : L; };
[domain("tri")] Base ds_renamed_constant(FactorsRenamed f, float3 l : SV_DomainLocation, const OutputPatch<Base, 3> v) { Base o = v[0]; o.a += l.x + f.k.x; return o; }
struct FactorsInt { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; int3 k : K; };
[domain("tri")] Base ds_int_constant(FactorsInt f, float3 l : SV_DomainLocation, const OutputPatch<Base, 3> v) { Base o = v[0]; o.a += l.x + f.k.x; return o; }
[domain("quad")] Base ds_quad(QuadFactors f, float2 l : SV_DomainLocation, const OutputPatch<Base, 4> v) { Base o = v[0]; o.a += l.x + f.i[0]; return o; }
[domain("isoline")] Base ds_line(LineFactors f, float2 l : SV_DomainLocation, const OutputPatch<Base, 2> v) { Base o = v[0]; o.a += l.x + f.e[0]; return o; }

// Compute shaders.
RWByteAddressBuffer u : register(u0);
[numthreads(8, 1, 1)] void cs(uint3 t : SV_DispatchThreadID) { u.Store(t.x * 4, t.x); }

// Semantics of more stages that are system values.
struct Id { float4 p : SV_Position; float4 a : A; nointerpolation uint id : SV_PrimitiveID; };
float4 ps_id(Id i) : SV_Target { return i.p + i.a + i.id; }
[maxvertexcount(3)] void gs_id(triangle Base v[3], uint id : SV_PrimitiveID, inout TriangleStream<Id> s) {
    for (int i = 0; i < 3; i++) { Id o; o.p = v[i].p; o.a = v[i].a; o.id = id; s.Append(o); }
}
struct Facing { float4 p : SV_Position; float4 a : A; nointerpolation uint f : SV_IsFrontFace; };
float4 ps_facing(Facing i) : SV_Target { return i.p + i.a + i.f; }
[maxvertexcount(3)] void gs_facing(triangle Small v[3], inout TriangleStream<Facing> s) {
    for (int i = 0; i < 3; i++) { Facing o; o.p = v[i].p; o.a = v[i].a; o.f = 1; s.Append(o); }
}

// `POSITION` as Direct3D 9 had it: a system value with `/Gec` (`.legacy`), and none without.
struct Legacy { float4 p : POSITION; float4 a : A; };
Legacy vs_legacy(float4 p : POSITION) { Legacy o; o.p = p; o.a = p; return o; }
float4 ps_legacy(Legacy i) : SV_Target { return i.p + i.a; }
float4 ps_legacy_rest(float4 p : POSITION) : SV_Target { return p; }
float4 ps_legacy_unread(float4 v : VPOS, float4 a : A) : SV_Target { return v + a; }
[maxvertexcount(3)] void gs_legacy(triangle Legacy v[3], inout TriangleStream<Small> s) {
    for (int i = 0; i < 3; i++) { Small o; o.p = v[i].p; o.a = v[i].a; s.Append(o); }
}

// Elements that share a register, and modes of interpolation, which do not share one.
struct Two { float4 p : SV_Position; float2 b : B; float2 d : D; };
Two vs_two(float4 p : POSITION) { Two o; o.p = p; o.b = p.xy; o.d = p.zw; return o; }
float4 ps_two(Two i) : SV_Target { return i.p + i.b.xyxy + i.d.xyxy; }
float4 ps_two_flat(float4 p : SV_Position, nointerpolation float2 b : B, float2 d : D) : SV_Target { return p + b.xyxy + d.xyxy; }
float4 ps_two_second(float4 p : SV_Position, float2 d : D) : SV_Target { return p + d.xyxy; }
float4 ps_two_narrow(float4 p : SV_Position, float b : B, float2 d : D) : SV_Target { return p + b + d.xyxy; }
float4 ps_two_shorter(float4 p : SV_Position, float2 b : B, float d : D) : SV_Target { return p + b.xyxy + d; }

// Arrays of clip distances.
struct Clips { float4 p : SV_Position; float4 a : A; float d[2] : SV_ClipDistance; };
Clips vs_clips(float4 p : POSITION) { Clips o; o.p = p; o.a = p; o.d[0] = p.x; o.d[1] = p.y; return o; }
float4 ps_clips(Clips i) : SV_Target { return i.p + i.a + i.d[0] + i.d[1]; }
float4 ps_clip_two(float4 p : SV_Position, float4 a : A, float2 d : SV_ClipDistance0) : SV_Target { return p + a + d.xyxy; }
[maxvertexcount(3)] void gs_clips(triangle Clips v[3], inout TriangleStream<Clips> s) { for (int i = 0; i < 3; i++) s.Append(v[i]); }

// The position in stream 1 only, and patches that no hull shader takes.
[maxvertexcount(6)] void gs_unseen_position(point Base v[1], inout PointStream<NoPosition> s, inout PointStream<Small> t) {
    NoPosition o; o.a = v[0].a; o.b = v[0].b; s.Append(o);
    Small q; q.p = v[0].p; q.a = v[0].a; t.Append(q);
}
[maxvertexcount(6)] void gs_seen_position(point Base v[1], inout PointStream<Small> s, inout PointStream<NoPosition> t) {
    Small q; q.p = v[0].p; q.a = v[0].a; s.Append(q);
    NoPosition o; o.a = v[0].a; o.b = v[0].b; t.Append(o);
}
[maxvertexcount(3)] void gs_patch(InputPatch<Base, 3> v, inout TriangleStream<Base> s) { for (int i = 0; i < 3; i++) s.Append(v[i]); }

// Minimum precision.
struct MinTen { float4 p : SV_Position; float4 a : A; min10float2 b : B; uint4 c : C; };
MinTen vs_min10(float4 p : POSITION) { MinTen o; o.p = p; o.a = p; o.b = min10float2(p.xy); o.c = uint4(p); return o; }
float4 ps_min10(MinTen i) : SV_Target { return sum(i.p, i.a, i.b, i.c); }
struct MinInt { float4 p : SV_Position; float4 a : A; nointerpolation min16int2 b : B; };
MinInt vs_min16int(float4 p : POSITION) { MinInt o; o.p = p; o.a = p; o.b = min16int2(p.xy); return o; }
float4 ps_min16int(MinInt i) : SV_Target { return i.p + i.a + i.b.xyxy; }
float4 ps_min16uint(float4 p : SV_Position, float4 a : A, nointerpolation min16uint2 b : B) : SV_Target { return p + a + b.xyxy; }
float4 ps_whole_int(float4 p : SV_Position, float4 a : A, nointerpolation int2 b : B) : SV_Target { return p + a + b.xyxy; }
[maxvertexcount(3)] void gs_min16(triangle Min v[3], inout TriangleStream<Small> s) {
    for (int i = 0; i < 3; i++) { Small o; o.p = v[i].p; o.a = v[i].a + v[i].b.xyxy; s.Append(o); }
}

// Patch constants.
struct FactorsMin { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; min16float3 k : K; };
[domain("tri")] Base ds_min16_constant(FactorsMin f, float3 l : SV_DomainLocation, const OutputPatch<Base, 3> v) { Base o = v[0]; o.a += l.x + f.k.x; return o; }
struct FactorsMore { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float3 k : K; float2 m : M; };
[domain("tri")] Base ds_more_constant(FactorsMore f, float3 l : SV_DomainLocation, const OutputPatch<Base, 3> v) { Base o = v[0]; o.a += l.x + f.m.x; return o; }
struct FactorsIndex { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float3 k : K1; };
[domain("tri")] Base ds_index_constant(FactorsIndex f, float3 l : SV_DomainLocation, const OutputPatch<Base, 3> v) { Base o = v[0]; o.a += l.x + f.k.x; return o; }
struct FactorsTwo { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float2 k : K; };
[domain("tri")] Base ds_two_constant(FactorsTwo f, float3 l : SV_DomainLocation, const OutputPatch<Base, 3> v) { Base o = v[0]; o.a += l.x + f.k.x; return o; }
