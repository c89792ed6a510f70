//! Generates pools: the references to their structures, in order of first reference.

use proc_macro2::TokenStream;
use quote::quote;

use super::field_kind::FieldKind;
use super::parse::{Member, Sequence};

/// Whether a sequence contains references to a pool.
pub(super) fn names(sequence: &Sequence) -> TokenStream {
    let names = sequence
        .members
        .iter()
        .filter(|member| !member.words.circular)
        .filter_map(|Member { kind, .. }| match kind {
            FieldKind::Reference => Some(quote!(true)),
            FieldKind::Items(item) | FieldKind::Nested(item) => {
                Some(quote!(<#item as dxc_runtime::Nested>::NAMES))
            }
            _ => None,
        });
    quote!(false #(|| #names)*)
}

/// The code that records references to a pool while the part is read, if there is a pool.
pub(super) fn noted(sequence: &Sequence) -> Option<TokenStream> {
    pool(sequence).map(|_| {
        quote! {
            use dxc_runtime::walk::Sink as _;
            let mut named = dxc_runtime::pool::Named::new(source);
            let sink = &mut dxc_runtime::pool::Referenced { named: &mut named, sink };
        }
    })
}

/// Checks the structures of the pool that `member` is, and passes them to the sink; all references precede them.
pub(super) fn walked(sequence: &Sequence, member: &Member) -> Option<TokenStream> {
    let pool = pool(sequence).filter(|pool| pool.name == member.name)?;
    let Member {
        name, descriptor, ..
    } = pool;
    let before = sequence
        .members
        .iter()
        .take_while(|before| before.name != *name);
    let roots = before.map(|member @ Member { name, kind, .. }| match kind {
        FieldKind::Reference if member.is_optional => {
            quote!({ #name }.iter_mut().for_each(&mut *visit);)
        }
        FieldKind::Reference => quote!(visit(&mut { #name });),
        FieldKind::Items(item) => quote! {
            for view in #name {
                let mut value = <#item as dxc_runtime::Nested>::from_view(&view);
                dxc_runtime::pool::renumber(&mut value, visit);
            }
        },
        FieldKind::Nested(item) => quote! {{
            let mut value = <#item as dxc_runtime::Nested>::from_view(&#name);
            dxc_runtime::pool::renumber(&mut value, visit);
        }},
        _ => quote!(),
    });
    Some(quote! {
        let resume = walker.at();
        if walker.sink.sink.listens() {
            let roots: &mut dyn ::core::ops::FnMut(&mut dyn ::core::ops::FnMut(&mut u32)) = &mut |visit| { #(#roots)* };
            #name.walk(walker.reader, #descriptor, roots, walker.sink.sink)?;
        } else {
            #name.check(walker.reader, #descriptor, walker.sink.named)?;
        }
        walker.reader.jump(resume);
    })
}

/// The owned value with the structures of its pool.
pub(super) fn gathered(sequence: &Sequence, value: TokenStream) -> TokenStream {
    let Some(Member { name, .. }) = pool(sequence) else {
        return value;
    };
    let pool = if sequence.words.nested {
        quote!(#name)
    } else {
        quote!(#name())
    };
    quote! {
        let mut value = #value;
        let roots: &mut dyn ::core::ops::FnMut(&mut dyn ::core::ops::FnMut(&mut u32)) = &mut |visit| dxc_runtime::pool::renumber(&mut value, visit);
        let pool = view.#pool.gather(roots);
        value.#name = pool;
        value
    }
}

pub(super) fn pool(sequence: &Sequence) -> Option<&Member> {
    sequence.find(|kind| matches!(kind, FieldKind::Pool(_)))
}
