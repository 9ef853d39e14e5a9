import Glibc

/// International host names, by libidn2.
///
/// The library is opened at the first name that needs it: a program that meets only ASCII names neither loads
/// it nor needs it installed (docs/decisions/0006-libidn2.md).
public enum DomainName {
    /// The ASCII form of a host name by UTS #46, non-transitional, such as `xn--mnchen-3ya.de` for
    /// `München.de`; nil when the name is not allowed or libidn2 is not installed.
    ///
    /// Signs such as `☃` are allowed, as in the URL standard: IDNA 2008 refuses them, and so does libidn2 in its
    /// non-transitional mode. In the transitional one it takes them, and differs by four characters only
    /// (UTS #46 §2.3); a name that holds signs and one of the four is refused.
    ///
    /// Fits `WebURL.DomainToASCII`. Names longer than DNS takes, 63 bytes a label and 255 in all, are refused.
    public static func ascii(_ name: String) -> String? {
        // C would read the name only up to its first NUL.
        guard let library, !name.utf8.contains(0) else { return nil }
        let answer = library.ascii(name, mode: nonTransitional)
        guard answer.status == disallowed, !name.unicodeScalars.contains(where: deviations.contains) else {
            return answer.name
        }
        return library.ascii(name, mode: transitional).name
    }

    /// The two functions of libidn2 that are used.
    private struct Library: Sendable {
        typealias ToASCII =
            @convention(c) (
                UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, CInt
            ) -> CInt
        typealias Release = @convention(c) (UnsafeMutableRawPointer) -> Void

        let toASCII: ToASCII
        let release: Release

        /// Opens the library; nil when it is not installed.
        init?() {
            guard let handle = dlopen("libidn2.so.0", RTLD_NOW | RTLD_LOCAL),
                let toASCII = dlsym(handle, "idn2_to_ascii_8z"), let release = dlsym(handle, "idn2_free")
            else { return nil }
            // The types are those of idn2.h, which soname 0 keeps.
            self.toASCII = unsafeBitCast(toASCII, to: ToASCII.self)
            self.release = unsafeBitCast(release, to: Release.self)  // as above
        }

        /// A name's ASCII form in one of the modes of UTS #46, and what libidn2 says of the name.
        func ascii(_ name: String, mode: CInt) -> (name: String?, status: CInt) {
            var output: UnsafeMutablePointer<CChar>?
            let status = name.withCString { toASCII($0, &output, normalized | mode) }
            guard status == success, let output else { return (nil, status) }
            defer { release(output) }
            return (String(validatingCString: output), status)
        }
    }

    private static let library = Library()

    // Values of idn2.h.
    private static let success: CInt = 0
    private static let normalized: CInt = 1
    private static let transitional: CInt = 4
    private static let nonTransitional: CInt = 8
    private static let disallowed: CInt = -304

    /// The characters that the two modes turn into different names.
    private static let deviations: Set<Unicode.Scalar> = ["ß", "ς", "\u{200C}", "\u{200D}"]
}
