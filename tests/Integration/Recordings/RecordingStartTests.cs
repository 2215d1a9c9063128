using System.Text.Json;
using Integration.Kills;

namespace Integration.Recordings;

/// <summary>A test run that is started beside running processes.</summary>
public sealed class RecordingStartTests
{
    [Fact]
    public void TestrunStart_BesideARunningRig_RecordsFromBeforeTheStartWithoutGaps()
    {
        using KillRig rig = new();
        rig.WaitForRun();
        rig.BeginTestRun();
        rig.ComeToRest();
        rig.Stop(KillRig.Role.Monitor);

        JsonElement recording = rig.VerifyRecording();
        recording.GetProperty("from").GetDateTimeOffset()
            .ShouldBeLessThan(recording.GetProperty("startedUtc").GetDateTimeOffset());
        recording.GetProperty("gaps").GetInt64().ShouldBe(0);
        recording.GetProperty("damaged").GetInt32().ShouldBe(0);
    }
}
