import Glibc

/// The Public Suffix List (publicsuffix.org), with libpsl.
///
/// The library is loaded when the first cookie is stored or sent. It contains a list, and uses that of the package
/// publicsuffix if it is newer.
public enum SuffixList {
    /// The result of looking up a host.
    public enum Answer: Sendable, Equatable {
        /// The registrable domain of the host's name.
        case part(String)
        /// The name is a public suffix, or not a valid name.
        case none
        /// libpsl is not installed.
        case unknown
    }

    /// Whether the list is available. Loads the library.
    public static var isInstalled: Bool { library != nil }

    /// Returns the registrable domain of a host name in lower case. International names may be in either form.
    public static func registrable(_ host: String) -> Answer {
        // C would read the name only up to its first NUL.
        guard let library else { return .unknown }
        guard !host.utf8.contains(0) else { return .none }
        return host.withCString { name in
            // The returned pointer points into the given name.
            library.registrable(OpaquePointer(bitPattern: library.list), name).map {
                .part(String(cString: $0))
            } ?? .none
        }
    }

    /// The functions of libpsl in use, and its list, which does not change after it is read.
    private struct Library: Sendable {
        typealias Latest = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
        typealias Registrable = @convention(c) (OpaquePointer?, UnsafePointer<CChar>) -> UnsafePointer<CChar>?

        let list: UInt
        let registrable: Registrable

        /// Loads the library; nil if it is not installed or has no list.
        init?() {
            guard let handle = dlopen("libpsl.so.5", RTLD_NOW | RTLD_LOCAL),
                let latest = dlsym(handle, "psl_latest"),
                let registrable = dlsym(handle, "psl_registrable_domain"),
                // The types are those of libpsl.h, which are stable for soname 5.
                let list = unsafeBitCast(latest, to: Latest.self)(nil)
            else { return nil }
            self.list = UInt(bitPattern: list)
            self.registrable = unsafeBitCast(registrable, to: Registrable.self)  // as above
        }
    }

    private static let library = Library()
}
