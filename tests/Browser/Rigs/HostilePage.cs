namespace Browser.Rigs;

/// <summary>The hostile rig and a page of its dashboard.</summary>
public sealed class HostilePage(ChromiumFixture browser) : SharedPage(browser)
{
    private HostileRig Source { get; } = new();

    private protected override DashboardRig StartRig() => new(["--Source:Endpoint", Source.Endpoint]);

    private protected override void StopSource() => Source.Dispose();
}
