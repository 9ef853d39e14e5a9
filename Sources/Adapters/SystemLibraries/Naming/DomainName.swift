import Glibc

/// Conversion of international host names, with libidn2.
///
/// The library is loaded for the first name that requires it: a program with only ASCII names neither loads it nor
/// requires its installation (docs/decisions/0006-libidn2-is-loaded-when-a-host-name-needs-it.md).
public enum DomainName {
    /// Returns the ASCII form of a host name by UTS #46, non-transitional, such as `xn--mnchen-3ya.de` for
    /// `München.de`; nil if the name is not allowed or libidn2 is not installed.
    ///
    /// Symbols such as `☃` are allowed, as in the URL standard: IDNA 2008 refuses them, and so does libidn2 in its
    /// non-transitional mode. In the transitional mode it accepts them, and differs only for four characters (UTS #46
    /// §2.3); a name with symbols and one of the four is refused.
    ///
    /// Usable as `WebURL.DomainToASCII`. Names longer than the limits of DNS, 63 bytes per label and 255 in total, are
    /// refused.
    public static func ascii(_ name: String) -> String? {
        // C would read the name only up to its first NUL.
        guard let library, !name.utf8.contains(0) else { return nil }
        let answer = library.ascii(name, mode: nonTransitional)
        guard answer.status == disallowed, !name.unicodeScalars.contains(where: deviations.contains) else {
            return answer.name
        }
        return library.ascii(name, mode: transitional).name
    }

    /// The two functions of libidn2 in use.
    private struct Library: Sendable {
        typealias ToASCII =
            @convention(c) (
                UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, CInt
            ) -> CInt
        typealias Release = @convention(c) (UnsafeMutableRawPointer) -> Void

        let toASCII: ToASCII
        let release: Release

        /// Loads the library; nil if it is not installed.
        init?() {
            guard let handle = dlopen("libidn2.so.0", RTLD_NOW | RTLD_LOCAL),
                let toASCII = dlsym(handle, "idn2_to_ascii_8z"), let release = dlsym(handle, "idn2_free")
            else { return nil }
            // The types are those of idn2.h, which are stable for soname 0.
            self.toASCII = unsafeBitCast(toASCII, to: ToASCII.self)
            self.release = unsafeBitCast(release, to: Release.self)  // as above
        }

        /// Returns a name's ASCII form in one of the modes of UTS #46, and the status of libidn2.
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

    /// The characters for which the two modes return different names.
    private static let deviations: Set<Unicode.Scalar> = ["ß", "ς", "\u{200C}", "\u{200D}"]
}
