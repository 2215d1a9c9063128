using Testing.Fuzzing;
using Tools.GroundTruth;

namespace Tools.Tests.GroundTruth;

/// <summary>
/// Changed truth files: every line is read, passed over or refused with a readable reason, and reading continues after
/// it.
/// </summary>
public sealed class GroundTruthFuzzTests
{
    private const int LongestFault = 1000;

    private const string Seed =
        """
        {"kind":"run","version":1,"preset":"small","seed":1,"baseRateHz":2000,"pointsPerBlock":20}
        {"kind":"mode","channel":"servo1","mode":"force","index":7}
        {"kind":"property","channel":"servo1","name":"EMPa","value":210000}
        {"kind":"cycle","channel":"servo1","from":0,"to":2000,"peak":60.5,"valley":-60.25,"peakIndex":500,"valleyIndex":1500}
        {"kind":"excursion","channel":"servo1","from":5,"to":9,"peak":1e3}
        {"kind":"fault","fault":"gap","from":5,"to":45}
        {"kind":"break","channel":"servo1","index":1,"force":99.5}
        {"kind":"end","blocks":100,"samples":2000}

        """;

    private int _lines;
    private int _bad;

    [Fact]
    public void Next_ChangedFiles_EndBehindEveryLine()
    {
        DocumentFuzz.Run([Seed], Read);

        _lines.ShouldBeGreaterThan(1000, "changes that leave nothing to read test only the first bytes");
        _bad.ShouldBeGreaterThan(1000);
    }

    private void Read(byte[] document)
    {
        using var reader = new GroundTruthReader(new MemoryStream(document));
        int max = document.Count(b => b == (byte)'\n') + 2;
        GroundTruthStep step;
        while ((step = reader.Next()).Status is not (GroundTruthStatus.End or GroundTruthStatus.Torn))
        {
            max--.ShouldBeGreaterThan(0, "more steps than lines");
            if (step.Status == GroundTruthStatus.Bad)
                Refused(step.Fault);
            else
                _lines++;
        }
    }

    private void Refused(string? fault)
    {
        _bad++;
        fault.ShouldNotBeNullOrEmpty();
        fault.Length.ShouldBeLessThanOrEqualTo(LongestFault);
        fault.ShouldNotContain("\n");
    }
}
