cbuffer Frame : register(b0) { float4 tint; };
