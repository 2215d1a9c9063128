using System.Text.Json;

namespace Browser.Rigs;

/// <summary>A rig with two recorded test runs, <c>T-1</c> and <c>T-2</c>, and a page of its dashboard.</summary>
public sealed class RecordedPage(ChromiumFixture browser) : SharedPage(browser)
{
    private const int LeastBlocks = 200;

    private protected override DashboardRig StartRig()
    {
        DashboardRig rig = new();
        foreach (string run in (string[])["T-1", "T-2"])
        {
            rig.Run("testrun", "start", run, "--Specimen", $"S of {run}", "--Operator", "kim");
            DashboardRig.WaitFor(() => BlocksOf(rig) > LeastBlocks, $"{run} is recorded");
            rig.Run("testrun", "stop");
            DashboardRig.WaitFor(() => BlocksOf(rig) == 0, $"{run} is closed");
        }

        return rig;
    }

    // Frames of the recording that goes on; 0 without one.
    private static long BlocksOf(DashboardRig rig) =>
        rig.Monitor.Json("/health").TryGetProperty("recording", out JsonElement recording)
            && recording.ValueKind == JsonValueKind.Object
            ? recording.GetProperty("frames").GetInt64() : 0;
}
