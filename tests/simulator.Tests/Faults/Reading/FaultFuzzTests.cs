using FuncLibs.Blocks.Catalogue;
using Simulator.Faults.Reading;
using Simulator.Presets;
using Testing.Fuzzing;

namespace Simulator.Tests.Faults.Reading;

/// <summary>Changed schedules: each is either played as it is, or refused with readable lines.</summary>
public sealed class FaultFuzzTests
{
    private const int LongestLine = 1000;

    private static readonly string[] Seeds =
    [
        """
        [
          { "fault": "gap", "atSeconds": 8, "blocks": 3 },
          { "fault": "reordered", "atSeconds": 8.4, "by": 2 },
          { "fault": "varlength", "atSeconds": 8.8, "percent": 50 },
          { "fault": "overflow", "atSample": 20000, "code": 7, "blocks": 2 },
          { "fault": "clockstep", "atSeconds": 9.5, "bySeconds": 0.25, "forSeconds": 0.5 },
          { "fault": "stall", "atSeconds": 10.5, "forSeconds": 2 },
          { "fault": "restart", "atSeconds": 19 }
        ]
        """,
        """
        [
          { "fault": "nan", "atSeconds": 8, "channel": "servo1", "sensor": "force", "forSeconds": 3 },
          { "fault": "wrap24", "atSeconds": 8, "channel": "servo1", "below": 1, "forSeconds": 6 },
          { "fault": "drift", "atSeconds": 8, "channel": "ad1", "perSecond": 10 },
          { "fault": "clockdrift", "atSeconds": 8, "ppm": 400 },
          { "fault": "addchannel", "atSeconds": 9, "channel": "ad5" },
          { "fault": "unit", "atSeconds": 10, "channel": "servo1", "sensor": "pressure", "unit": "bar", "factor": 10 },
          { "fault": "interlock", "atSeconds": 14.25, "channel": "servo1", "forSeconds": 4 },
          { "fault": "removechannel", "atSeconds": 18.5, "channel": "servo2" }
        ]
        """,
    ];

    private readonly StreamDescription _stream = FaultRig.Make().Description;
    private int _accepted;
    private int _refused;

    [Fact]
    public void Parse_ChangedSchedules_AreSchedulesOrReadableRefusals()
    {
        DocumentFuzz.Run(Seeds, Read);

        _accepted.ShouldBeGreaterThan(100, "changes that leave no schedule test only the first bytes");
        _refused.ShouldBeGreaterThan(100);
    }

    private void Read(byte[] document)
    {
        var faults = new PresetFaults();
        if (FaultFile.Parse(document, _stream, faults) is { } schedule)
        {
            _accepted++;
            faults.Lines.ShouldBeEmpty();
            schedule.Faults.ShouldAllBe(fault => fault.From >= 0 && fault.To >= fault.From);
            return;
        }

        _refused++;
        faults.Lines.ShouldNotBeEmpty();
        faults.Lines.ShouldAllBe(line => line.Length > 0 && line.Length <= LongestLine && !line.Contains('\n'));
    }
}
