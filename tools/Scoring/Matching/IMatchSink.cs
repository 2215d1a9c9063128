namespace Tools.Scoring.Matching;

/// <summary>Takes what became of each mark, in rising order.</summary>
internal interface IMatchSink
{
    /// <summary>A mark of the truth and one that was found belong together.</summary>
    void Matched(in Mark truth, in Mark found);

    /// <summary>Nothing was found for a mark of the truth.</summary>
    void Missed(in Mark truth);

    /// <summary>Something was found that the truth does not have.</summary>
    void Extra(in Mark found);
}
