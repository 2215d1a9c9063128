using SignalMonitor.Configuration;
using SignalMonitor.Recorder.Modes;

namespace SignalMonitor.Tests.Configuration;

public sealed class RecorderCheckTests
{
    [Theory]
    [InlineData(RecorderMode.All, "", null)]
    [InlineData(RecorderMode.Cycles, "servo0.count", null)]
    [InlineData(RecorderMode.Cycles, "", "is empty")]
    [InlineData(RecorderMode.Cycles, "servo0.force", "'servo0.force' counts nothing")]
    public void Check_ModeAndSignal_NamesWhatIsWrong(RecorderMode mode, string signal, string? fault)
    {
        MonitorOptions options = new();
        (options.Recorder.Mode, options.Recorder.CycleSignal) = (mode, signal);

        new RecorderCheck().Check(options).Select(one => one.ToString()).ShouldBe(
            fault is null ? [] : [Arg(fault)]);

        static string Arg(string text) => new FuncLibs.Hosting.Configuration.OptionFault(
            "Recorder:CycleSignal", text, "the name of a column that counts cycles, such as servo0.count").ToString();
    }
}
