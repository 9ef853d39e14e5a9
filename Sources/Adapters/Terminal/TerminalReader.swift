import Glibc

/// The way to the thread that reads the terminal. Its orders are answered, so that after `rest` no key is read that
/// is another program's.
struct TerminalReader {
    /// What the thread is told; each is one byte.
    enum Order: UInt8 {
        /// Read no keys.
        case rest = 1
        /// Read keys again.
        case goOn
    }

    /// The writing end of the pipe for orders; its closing ends the thread.
    let orders: CInt
    /// The reading end of the pipe for answers.
    let answers: CInt

    /// Has no key read from now on. Returns when that is so, after microseconds.
    func rest() { give(.rest) }

    /// Has keys read again.
    func goOn() { give(.goOn) }

    /// Ends the thread.
    func end() {
        close(orders)
        close(answers)
    }

    /// Answers an order, on the thread's side.
    static func answer(on descriptor: CInt) {
        var byte: UInt8 = 0
        // The only reader waits for this byte; a pipe that is closed has none.
        write(descriptor, &byte, 1)
    }

    private func give(_ order: Order) {
        var byte = order.rawValue
        guard write(orders, &byte, 1) == 1 else { return }
        // Without a thread the pipe has no writer, and this ends.
        while read(answers, &byte, 1) < 0, errno == EINTR {}
    }
}
