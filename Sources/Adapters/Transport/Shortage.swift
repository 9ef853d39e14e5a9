import Glibc
import SonicSession

/// What the system has run out of, told as that: libraries make of it that nothing answers, that a name is unknown or
/// that a library is missing.
enum Shortage {
    /// The system's words for an error number that says so; nil for any other.
    static func words(_ code: Int32) -> String? {
        switch code {
        case EMFILE, ENFILE, ENOMEM, ENOBUFS: String(cString: strerror(code))
        default: nil
        }
    }

    /// What there is none of at this moment: a descriptor. nil for nothing.
    static var now: String? {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return words(errno) }
        close(descriptor)
        return nil
    }

    /// Why a library cannot be loaded, by the words of the loader, which gives no number.
    static func libraryFailure(_ reason: String) -> ConnectionFailure {
        let codes =
            [EMFILE, ENFILE, ENOMEM].compactMap(words) + ["failed to map segment", "cannot create TLS"]
        let isShort = codes.contains { reason.contains($0) }
        return isShort ? .exhausted(detail: reason) : .libraryMissing(detail: reason)
    }
}
