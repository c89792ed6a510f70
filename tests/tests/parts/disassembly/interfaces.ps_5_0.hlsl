interface I { float f(float x); }; class A : I { float q; float f(float x) { return q * x; } }; class B : I { float4 r[2]; float f(float x) { return r[1].y + x; } };
A ca; B cb; I obj; I objs[3]; Texture2D tx;
float4 main(float4 p : P, uint i : I) : SV_Target { float4 r = obj.f(p.x) + objs[2].f(p.y); [call] switch (i) { case 1: r += tx.Load(int3(i, 2, 0)); break; case 2: r *= p; break; default: r -= p.w; break; } return r; }
