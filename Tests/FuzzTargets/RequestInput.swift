import SonicServer

/// A byte for the size of pieces, then a client's requests.
enum RequestInput {
    static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
        var reader = InputReader(bytes)
        let size = reader.byte() + 1
        let sent = reader.everything()
        let whole = scan([sent])
        let pieces = scan(sent.pieces(of: size))
        try promise(
            whole.fault == pieces.fault && whole.requests == pieces.requests && whole.heads == pieces.heads,
            "requests are the same however their bytes arrive")
        try promise(
            whole.heads == whole.requests || whole.heads == whole.requests + 1,
            "no more than one request has a head and no end")
        try promise(whole.passed <= sent.count, "what is passed on was sent")
        // Only complete requests may be read before a fault.
        guard whole.fault != nil else { return }
        let front = scan([Array(sent.prefix(whole.passed))])
        try promise(
            front.fault == nil && front.requests == whole.requests && front.heads == front.requests,
            "in front of a fault only whole requests are read")
    }

    private struct Course {
        var fault: RequestFault?
        var passed = 0
        var requests = 0
        var heads = 0
    }

    private static func scan(_ pieces: [[UInt8]]) -> Course {
        var scanner = RequestScanner()
        var course = Course()
        for piece in pieces where course.fault == nil {
            switch piece.withUnsafeBytes({ scanner.scan($0) }) {
            case .sound: course.passed += piece.count
            case .faulty(let fault, let behind):
                course.fault = fault
                course.passed += behind
            }
        }
        // The headers of a faulty request may have been read; it does not count as a request.
        course.requests = scanner.requests
        course.heads = course.fault == nil ? scanner.heads : scanner.requests
        return course
    }
}
