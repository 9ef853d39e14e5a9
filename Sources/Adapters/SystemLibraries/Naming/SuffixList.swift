import Glibc

/// The list of public suffixes (publicsuffix.org), by libpsl.
///
/// The library is opened when the first cookie is to be kept or sent. It holds a list of its own, and takes the one of
/// the package publicsuffix where that is newer.
public enum SuffixList {
    /// What the list says of a host.
    public enum Answer: Sendable, Equatable {
        /// This part of its name was registered by somebody.
        case part(String)
        /// Its name is a public suffix, or no name at all.
        case none
        /// libpsl is not installed.
        case unknown
    }

    /// Whether there is a list. Opens the library.
    public static var isInstalled: Bool { library != nil }

    /// What of a host's name, in lower case, somebody registered. International names may be in either form.
    public static func registrable(_ host: String) -> Answer {
        // C would read the name only up to its first NUL.
        guard let library else { return .unknown }
        guard !host.utf8.contains(0) else { return .none }
        return host.withCString { name in
            // What comes points into the name that was given.
            library.registrable(OpaquePointer(bitPattern: library.list), name).map {
                .part(String(cString: $0))
            } ?? .none
        }
    }

    /// The functions of libpsl that are used, and its list. Nothing changes the list once it is read.
    private struct Library: Sendable {
        typealias Latest = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
        typealias Registrable = @convention(c) (OpaquePointer?, UnsafePointer<CChar>) -> UnsafePointer<CChar>?

        let list: UInt
        let registrable: Registrable

        /// Opens the library; nil when it is not installed or has no list.
        init?() {
            guard let handle = dlopen("libpsl.so.5", RTLD_NOW | RTLD_LOCAL),
                let latest = dlsym(handle, "psl_latest"),
                let registrable = dlsym(handle, "psl_registrable_domain"),
                // The types are those of libpsl.h, which soname 5 keeps.
                let list = unsafeBitCast(latest, to: Latest.self)(nil)
            else { return nil }
            self.list = UInt(bitPattern: list)
            self.registrable = unsafeBitCast(registrable, to: Registrable.self)  // as above
        }
    }

    private static let library = Library()
}
