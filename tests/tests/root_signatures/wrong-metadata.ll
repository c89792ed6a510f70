; Metadata that is refused, each case up to an empty line.

!dx.rootsignatures = !{!0

!dx.rootsignatures = !{!0}

!dx.rootsignatures = {!0}
!0 = !{}

!dx.rootsignatures = !{!0}
!0 = !{null}

!dx.rootsignatures = !{!0}
!0 = !{null, !{}, i32 2, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{}, i32 4}

!dx.rootsignatures = !{!0}
!0 = !{null, i32 1, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{i32 1, !{}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{ptr main, !{}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!{!{!{!{!{!{!{!{}}}}}}}}}}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"RootCBV", i32 0, i32 0, i32 0, i32 4}}, i32 1}

!dx.rootsignatures = !{!0}
!0 = !{null, !{i32 1}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{i32 1}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"RootFlag", i32 1}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"RootFlags"}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"RootFlags", i32 1, i32 1}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"RootFlags", i64 4294967296}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"RootFlags", i8 256}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"RootFlags", i32 +1}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"RootFlags", i32 1,}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"RootFlags", !"1"}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"RootFlags", i32 4294967296}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"RootFlags", i32 1}, !{!"RootFlags", i32 1}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"RootConstants", i32 0, float 1.0, i32 0, i32 0}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"RootCBV", i32 0, i32 0, i32 0}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"DescriptorTable", i32 0, !{!"SVR", i32 1, i32 0, i32 0, i32 -1, i32 4}}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"DescriptorTable", i32 0, i32 0}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"StaticSampler", i32 85, i32 1, i32 1, i32 1, float 0.1}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"StaticSampler", i32 85, i32 1, i32 1, i32 1, i32 0}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"StaticSampler", i32 85, i32 1, i32 1, i32 1, float 0.0, i32 16, i32 4, i32 2, float 0.0, float 1.0, i32 0, i32 0, i32 0, i32 1}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"StaticSampler", i32 85, i32 1, i32 1, i32 1, float 1}}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{null, !{!{!"StaticSampler", i32 85, i32 1, i32 1, i32 1, float 1e5}}, i32 2}

!dx.rootsignatures = !{!0,}
!0 = !{null, !{}, i32 2}

!dx.rootsignatures = !{!{null, !{}, i32 2}}

!dx.rootsignatures = !{!0}
!0 = !{null, !{}, i32 2}
!0 = !{null, !{}, i32 2}

@g = global i32 0
!dx.rootsignatures = !{!0}
!0 = !{ptr @g, !{}, i32 2}

!dx.rootsignatures = !{!0}
!0 = !{ptr addrspace(1) @f, !{}, i32 2}
