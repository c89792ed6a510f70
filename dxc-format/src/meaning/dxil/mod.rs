//! What the metadata of DXIL says.

mod programs;
