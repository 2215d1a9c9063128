using Microsoft.Extensions.Logging;
using SignalMonitor.Alarms;
using SignalMonitor.Audit;
using SignalMonitor.Http;
using SignalMonitor.Tests.CalculatedChannels;
using Testing;
using Testing.Journal;
using static SignalMonitor.Tests.CalculatedChannels.VariableRig;

namespace SignalMonitor.Tests.Http;

public sealed class AlarmAuditTests : IDisposable
{
    private static readonly AuditOrigin Origin = new("kim", "http 127.0.0.1");

    private readonly TemporaryFolder _folder = new();
    private readonly VariableRig _rig = new();
    private readonly LogTexts _logger = new();
    private readonly FaultyFiles _files;
    private readonly AlarmAudit _audit;

    public AlarmAuditTests()
    {
        _files = new FaultyFiles(_folder.Path);
        _audit = new AlarmAudit(new AuditLog(_files, new FakeTime()), _logger);
        _rig.Edit([Variable("load", "servo1.force")], Limit("load", 80));
        _rig.Next([1, 2, 3]);
    }

    public void Dispose()
    {
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Note_Command_NamesLimitStreamAndBlock()
    {
        _audit.Note(Origin, Command(AlarmVerb.Acknowledge), _rig.Stream).ShouldBeNull();

        AuditAction noted = AuditFolder.NewestFirst(_files, long.MaxValue, _ => { }).Single().Action;
        (noted.Who, noted.Action, noted.Target, noted.Sequence).ShouldBe(
            ("kim", "alarm.acknowledge", $"{TestStream.Description.Name} limit load upper warning", 1UL));
    }

    [Theory]
    [InlineData((byte)AlarmVerb.Acknowledge, false)]
    [InlineData((byte)AlarmVerb.Reset, true)]
    [InlineData((byte)AlarmVerb.Unshelve, true)]
    public void Note_LogCannotBeWritten_RefusesAllButAnAcknowledgement(byte verb, bool isRefused)
    {
        _files.IsReadOnly = true;

        string? refusal = _audit.Note(Origin, Command((AlarmVerb)verb), _rig.Stream);

        (refusal is not null).ShouldBe(isRefused);
    }

    [Fact]
    public void NoteRefusal_LogCannotBeWritten_IsLogged()
    {
        _files.IsReadOnly = true;

        _audit.NoteRefusal(Origin, Command(AlarmVerb.Reset), _rig.Stream, "there is no alarm");

        _logger.Messages.ShouldHaveSingleItem().ShouldContain("alarm.reset of limit 1 by kim was refused");
    }

    private static AlarmCommand Command(AlarmVerb verb) => new(1, verb, "kim", 0);

    private sealed class LogTexts : ILogger<AlarmAudit>
    {
        public List<string> Messages { get; } = [];

        public IDisposable? BeginScope<TState>(TState state) where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel,
            EventId eventId,
            TState state,
            Exception? exception,
            Func<TState, Exception?, string> formatter) => Messages.Add(formatter(state, exception));
    }
}
