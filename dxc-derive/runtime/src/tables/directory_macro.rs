//! The methods of each directory, of its view, and of the [`Lookup`](super::Lookup) of its view.

/// Methods that resolve references in the tables that `contents` returns.
#[doc(hidden)]
#[macro_export]
macro_rules! __look_ups {
    ($a:lifetime, $directory:ty) => {
        /// The first table with records of this type; empty if there is none.
        pub fn rows<__T: $crate::Tabled<$directory>>(&self) -> $crate::Run<$a, __T> {
            $crate::tables::directory::rows_in::<$directory, __T>(self.contents())
        }

        /// The row with an index.
        pub fn row<__T: $crate::Tabled<$directory>>(&self, row: $crate::RowRef<__T>) -> Option<__T> {
            self.rows().get(usize::try_from(row.number()).ok()?)
        }

        /// The string at an offset; `None` if there is none, or it is not UTF-8.
        #[cfg_attr(debug_assertions, inline)]
        pub fn string(&self, name: $crate::StringRef) -> Option<&$a str> {
            $crate::tables::directory::strings_in::<$directory>(self.contents()).get(name.number())
        }

        /// The string at an offset, as bytes.
        #[cfg_attr(debug_assertions, inline)]
        pub fn string_bytes(&self, name: $crate::StringRef) -> Option<&$a [u8]> {
            $crate::tables::directory::strings_in::<$directory>(self.contents())
                .bytes(name.number())
        }

        /// The list at an index; empty also if it exceeds its table.
        pub fn list<__T: $crate::Listed<$directory>>(
            &self,
            list: $crate::ListRef<__T>,
        ) -> $crate::List<$a, __T> {
            let lists = $crate::tables::directory::lists_in::<$directory>(self.contents());
            $crate::List::new(lists, list, __T::table(self.contents()))
        }
    };
}

/// The methods of a directory and of its view, and [`Tables`](crate::Tables) of both.
#[doc(hidden)]
#[macro_export]
macro_rules! __directory {
    ($value:ident, $view:ident) => {
        impl<'a> $view<'a> {
            /// Looks up the tables once, to resolve many references to strings, rows, lists and bytes.
            #[cfg_attr(debug_assertions, inline)]
            pub fn lookup(&self) -> $crate::Lookup<'a, $value> {
                $crate::Lookup::new(self.contents())
            }

            $crate::__look_ups!('a, $value);
        }

        /// Adds records, strings and lists, with a table for them if there is none.
        impl $value {
            /// Returns the reference of a string, and adds the string if it is missing. Existing entries do not move. A
            /// text with a NUL is not a string: the result is 0xffffffff, the null reference.
            ///
            /// Each call searches the strings; [`intern_all`](Self::intern_all) indexes them once.
            pub fn intern(&mut self, text: &str) -> $crate::StringRef {
                let strings = $crate::tables::directory::strings_of(self);
                let number = strings.map(|strings| strings.intern(text));
                $crate::StringRef(number.unwrap_or($crate::strings::NO_STRING))
            }

            /// Returns the references of strings like [`intern`](Self::intern), also of thousands.
            pub fn intern_all<'t>(
                &mut self,
                texts: impl IntoIterator<Item = &'t str>,
            ) -> $crate::newtype::Vec<$crate::StringRef> {
                let strings = $crate::tables::directory::strings_of(self);
                let mut interner = strings.map(|strings| strings.interner());
                let mut intern = |text| interner.as_mut().map(|interner| interner.intern(text));
                let numbers = texts.into_iter().map(|text| intern(text));
                numbers
                    .map(|number| $crate::StringRef(number.unwrap_or($crate::strings::NO_STRING)))
                    .collect()
            }

            /// Returns the reference of a list, and adds the list if it is missing. It holds indices of rows, or numbers.
            /// Existing entries do not move.
            ///
            /// Each call searches the lists; [`intern_lists`](Self::intern_lists) indexes them once.
            pub fn intern_list<__T: $crate::ListItem>(
                &mut self,
                numbers: &[u32],
            ) -> $crate::ListRef<__T> {
                let lists = $crate::tables::directory::lists_of(self);
                let number = lists.map(|lists| $crate::tables::intern_list(lists, numbers));
                number.map_or($crate::ListRef::NONE, $crate::ListRef::new)
            }

            /// Returns the references of lists like [`intern_list`](Self::intern_list), also of thousands.
            pub fn intern_lists<'t, __T: $crate::ListItem>(
                &mut self,
                lists: impl IntoIterator<Item = &'t [u32]>,
            ) -> $crate::newtype::Vec<$crate::ListRef<__T>> {
                let table = $crate::tables::directory::lists_of(self);
                let mut interner = table.map($crate::tables::ListInterner::new);
                let mut intern = |list| interner.as_mut().map(|interner| interner.intern(list));
                let numbers = lists.into_iter().map(|list| intern(list));
                numbers
                    .map(|number| number.map_or($crate::ListRef::NONE, $crate::ListRef::new))
                    .collect()
            }

            /// Returns the reference of a list of strings; adds the list and the strings if they are missing.
            pub fn intern_strings<'t>(
                &mut self,
                texts: impl IntoIterator<Item = &'t str>,
            ) -> $crate::ListRef<$crate::StringRef> {
                let numbers = texts.into_iter().map(|text| self.intern(text).number());
                let numbers: $crate::newtype::Vec<u32> = numbers.collect();
                self.intern_list(&numbers)
            }

            /// The records of a type, to edit them; `None` if no table holds such records. If several tables do, it is
            /// the first.
            pub fn rows_mut<__T: $crate::Tabled<$value>>(
                &mut self,
            ) -> Option<&mut $crate::Strided<__T>> {
                $crate::tables::directory::rows_of(self)
            }

            /// Appends a record to the first table of its type, and returns its reference. The table is added if there is
            /// none.
            pub fn push<__T: $crate::Tabled<$value>>(&mut self, row: __T) -> $crate::RowRef<__T> {
                $crate::tables::directory::push(self, row)
            }
        }

        /// The strings and the lists, for `extend_tables`.
        impl<'a> $crate::Tables<'a> for $view<'a> {
            type Numbers = $crate::Run<'a, u32>;

            #[cfg_attr(debug_assertions, inline)]
            fn strings(self, table: &str) -> Option<$crate::Strings<'a>> {
                (table == $crate::tables::STRINGS)
                    .then(|| $crate::tables::directory::strings_in::<$value>(self.contents()))
            }

            #[cfg_attr(debug_assertions, inline)]
            fn numbers(self, table: &str) -> Option<Self::Numbers> {
                (table == $crate::tables::LISTS)
                    .then(|| $crate::tables::directory::lists_in::<$value>(self.contents()))
            }
        }

        impl<'a> $crate::Tables<'a> for &'a $value {
            type Numbers = &'a [u32];

            #[cfg_attr(debug_assertions, inline)]
            fn strings(self, table: &str) -> Option<$crate::Strings<'a>> {
                let mut tables = $crate::tables::directory::tables(self);
                let strings = tables.find_map(|table| table.strings());
                strings
                    .filter(|_| table == $crate::tables::STRINGS)
                    .map(|strings| strings.as_strings())
            }

            #[cfg_attr(debug_assertions, inline)]
            fn numbers(self, table: &str) -> Option<Self::Numbers> {
                let mut tables = $crate::tables::directory::tables(self);
                let lists = tables.find_map(|table| table.lists());
                lists
                    .filter(|_| table == $crate::tables::LISTS)
                    .map(|lists| lists.as_slice())
            }
        }
    };
}

/// The methods for bytes that a record references by offset and size.
#[doc(hidden)]
#[macro_export]
macro_rules! __directory_bytes {
    ($value:ident, $view:ident, $range:ident) => {
        impl $crate::tables::directory::Ranged<$value> for $range {
            fn range(self) -> (u32, u32) {
                (self.offset, self.size)
            }
        }

        impl<'a> $view<'a> {
            /// The bytes that a record references; `None` if they are not within the table.
            #[cfg_attr(debug_assertions, inline)]
            pub fn bytes(&self, bytes: $range) -> Option<&'a [u8]> {
                $crate::tables::directory::bytes_in::<$value>(self.contents(), bytes)
            }
        }

        impl $value {
            /// Returns the reference of bytes, and adds them if they are missing. Existing entries do not move.
            pub fn intern_bytes(&mut self, bytes: &[u8]) -> $range {
                let (offset, size) = $crate::tables::directory::intern_bytes(self, bytes);
                $range { offset, size }
            }
        }
    };
}
