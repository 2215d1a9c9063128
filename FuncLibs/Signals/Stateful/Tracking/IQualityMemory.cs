namespace FuncLibs.Signals.Stateful.Tracking;

/// <summary>What a <see cref="QualityTracker"/> remembers for one kind of rule.</summary>
internal interface IQualityMemory
{
    /// <summary>True when any number of good inputs would all come out good and change nothing.</summary>
    bool IsSettled { get; }

    Quality Next(Quality input);

    void Gap();

    void Reset();

    void Save(StateWriter target);

    /// <summary>False when the words do not fit; the memory is then to be reset.</summary>
    bool TryLoad(ref StateReader source);
}
