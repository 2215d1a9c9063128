namespace Browser.Rigs;

/// <summary>The hostile rig and a page of its dashboard.</summary>
public sealed class HostilePage(ChromiumFixture browser) : SharedPage(browser)
{
    private readonly HostileRig _source = new();

    private protected override DashboardRig StartRig() => new(["--Source:Endpoint", _source.Endpoint]);

    private protected override void StopSource() => _source.Dispose();
}
