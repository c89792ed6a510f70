!dx.rootsignatures = !{!0, !1}
!0 = !{ptr @one, !2, i32 2}
!1 = !{ptr @two, !2, i32 3}
!2 = !{}
