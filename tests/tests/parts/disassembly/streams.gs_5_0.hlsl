struct A { float4 p : SV_Position; float2 x : X; }; struct B { uint y : Y; };
[maxvertexcount(6)] [instance(3)] void main(lineadj float4 v[4] : V, uint id : SV_GSInstanceID, uint pid : SV_PrimitiveID, inout PointStream<A> a, inout PointStream<B> b) { A q; q.p = v[id]; q.x = pid; a.Append(q); B r; r.y = id; b.Append(r); b.RestartStrip(); q.p = v[3]; a.Append(q); }
