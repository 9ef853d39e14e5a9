import Browser
import SonicProtocol
import SonicSession

/// Reads the traffic of a file or a server for the browser, concurrently with the screen.
@MainActor struct TrafficReading {
    private var task: Task<Void, Never>?

    /// Performs an effect of the model.
    mutating func perform(_ effect: TrafficEffect, for loop: BrowserLoop) {
        switch effect {
        case .read(let source, let number):
            stop()
            let world = loop.world
            let mailbox = loop.mailbox
            let account = world.account
            task = Task {
                await TrafficFeed.read(source, world) { report in
                    await mailbox.putWaitingForRoom(.foundOf(account: account, .traffic(report(number))))
                    return !Task.isCancelled
                }
            }
        case .stop: stop()
        case .order(let order, let url, let number):
            let world = loop.world
            loop.run {
                let refusal = await TrafficFeed.refusal(of: order, at: url, world)
                loop.receive(.found(.traffic(.ordered(order, refusal: refusal, number: number))))
            }
        case .judge(let order):
            loop.run { loop.receive(.found(.traffic(await TrafficFeed.judged(order)))) }
        }
    }

    /// Stops reading.
    mutating func stop() {
        task?.cancel()
        task = nil
    }
}
