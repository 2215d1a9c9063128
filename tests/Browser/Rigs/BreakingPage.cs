using Testing.Rigs;

namespace Browser.Rigs;

/// <summary>A rig whose specimen breaks when it is told to, and a page of its dashboard.</summary>
public sealed class BreakingPage(ChromiumFixture browser) : SharedPage(browser)
{
    internal BreakingRig Source { get; } = new();

    private protected override DashboardRig StartRig() => new(["--Source:Endpoint", Source.Endpoint]);

    private protected override void StopSource() => Source.Dispose();
}
