import Browser
import SonicProtocol
import SonicSession

/// Delays work until the first frame is drawn: two processors are soon busy, and loading libcurl alone takes as
/// long as painting a page.
@MainActor final class FirstFrame {
    /// What waits for the first frame; nil once it was drawn, or if none ever will be.
    private var waiting: [CheckedContinuation<Void, Never>]? = []

    /// Returns once a frame has been drawn.
    func drawn() async {
        guard waiting != nil else { return }
        await withCheckedContinuation { waiting?.append($0) }
    }

    /// Resumes waiting tasks, after a frame was drawn or when the program is about to end.
    func resumeWaiting() {
        let due = waiting ?? []
        waiting = nil
        for continuation in due { continuation.resume() }
    }
}

/// The session of the page that the program was started with, begun before there is a screen.
struct FirstSession {
    let url: WebURL
    let mode: SessionMode
    let session: Task<Session, Never>
    /// The time when it began.
    let start: Duration

    init(_ world: World, _ url: WebURL, _ mode: SessionMode) {
        self.url = url
        self.mode = mode
        start = World.uptime()
        // Detached, since the main actor is busy with the terminal.
        session = Task.detached {
            var order = world.order(url, mode: mode)
            order.files = .handedOver
            return await world.open(order)
        }
    }

    /// Whether it is the session for this opening.
    func serves(_ opening: Opening) -> Bool {
        opening.url == url && opening.from == nil && opening.method == .get && opening.mode == mode
            && opening.credentials == nil
    }
}
