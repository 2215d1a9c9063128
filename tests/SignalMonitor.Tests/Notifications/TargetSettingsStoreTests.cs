using FuncLibs.Runtime.Files;
using SignalMonitor.Notifications;
using Testing;

namespace SignalMonitor.Tests.Notifications;

public sealed class TargetSettingsStoreTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly TargetSettingsStore _store;

    public TargetSettingsStoreTests() => _store = new TargetSettingsStore(new DiskFiles(_folder.Path));

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Read_WhatWasWritten_IsTheSame()
    {
        TargetSettings settings = new()
        {
            Kinds = [NotificationKind.Test, NotificationKind.Alarm],
            MinSeverity = NotificationSeverity.Warning,
            PerMinute = 3,
            PausedUntilNs = 1_767_225_600_000_000_000,
            By = "ann",
        };
        _store.Write(new Dictionary<string, TargetSettings> { ["night"] = settings }).ShouldBeNull();

        TargetSettings read = _store.Read(out string? fault)["night"];

        fault.ShouldBeNull();
        read.Kinds.ShouldBe(settings.Kinds);
        (read with { Kinds = null }).ShouldBe(settings with { Kinds = null });
    }

    [Fact]
    public void Read_NoFile_IsNothingAndNoFault()
    {
        _store.Read(out string? fault).ShouldBeEmpty();
        fault.ShouldBeNull();
    }

    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("{}")]
    [InlineData("null")]
    [InlineData("""{"targets":null}""")]
    [InlineData("""{"targets":{"night":{"perMinute":0}}}""")]
    [InlineData("""{"targets":{"night":{"kinds":[7]}}}""")]
    [InlineData("""{"targets":{"night":{"kinds":[]}}}""")]
    [InlineData("""{"targets":{"night":{"minSeverity":9}}}""")]
    [InlineData("""{"targets":{"night":{"password":"x"}}}""")]
    public void Read_DamagedFile_IsNothingWithTheReason(string text)
    {
        File.WriteAllText(_folder.File(TargetSettingsStore.FileName), text);

        _store.Read(out string? fault).ShouldBeEmpty();
        fault.ShouldNotBeNull();
        fault.ShouldNotContain('\n');
    }
}
