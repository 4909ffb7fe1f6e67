/**
 * `epsilab.sty`: the LaTeX side of citations, for files that `latexResults` writes.
 *
 * A key that is unknown or ambiguous, or that lacks what is asked of it, ends the run with an error that names it: after the message TeX
 * is made to read from a terminal that is not there, which no mode survives. Keys are taken as plain characters, so that packages that
 * make some of them active do no harm, and blanks in them are left out, so that a long one may be broken over lines.
 */
export const STYLE = "epsilab.sty";

export const latexStyle = String.raw`% Written by "epsilab cite --latex": not to be edited, "epsilab paper check" compares it.
\NeedsTeXFormat{LaTeX2e}
\ProvidesPackage{epsilab}[2026/11/15 v1 Numbers from stored results of Epsilab]

% Ends the run: an error, then a fatal one.
\newcommand*\eps@stop[2]{%
  \GenericError{}{Package epsilab Error: #1\MessageBreak #2}%
    {"epsilab cite <result> --keys" lists the keys that there are}%
    {The number is not in the results that were read, so the document cannot be made.}%
  \batchmode\read-1 to\eps@none}

% A result: experiment/run, hash, commit, state of the tree.
\newcommand*\epsrun[4]{%
  \expandafter\gdef\csname eps@run@\detokenize{#1}\endcsname{#4}}

% Where a reader computes the result again: experiment/run, address.
\newcommand*\epssite[2]{%
  \expandafter\gdef\csname eps@site@\detokenize{#1}\endcsname{#2}}

% A key: value, interval, theory, verdict, experiment/run, hash.
\newcommand*\epsentry[7]{%
  \def\eps@new{{#2}{#3}{#4}{#5}{#6}{#7}}%
  \expandafter\let\expandafter\eps@old\csname eps@key@\detokenize{#1}\endcsname
  \ifx\eps@old\relax\else\ifx\eps@old\eps@new\else
    \eps@stop{two results have the key}{"\detokenize{#1}"}\fi\fi
  \global\expandafter\let\csname eps@key@\detokenize{#1}\endcsname\eps@new}
\newcommand*\epsalias[2]{%
  \global\expandafter\let\csname eps@key@\detokenize{#1}\expandafter\endcsname
    \csname eps@key@\detokenize{#2}\endcsname}
\newcommand*\epsambiguous[2]{%
  \expandafter\gdef\csname eps@many@\detokenize{#1}\endcsname{#2}}

\def\eps@find#1{%
  \edef\eps@key{\expandafter\zap@space\detokenize{#1} \@empty}%
  \@ifundefined{eps@key@\eps@key}{%
    \@ifundefined{eps@many@\eps@key}%
      {\eps@stop{no result has the key}{"\eps@key"}}%
      {\eps@stop{several numbers have the short key}%
        {"\eps@key", write one of\MessageBreak \csname eps@many@\eps@key\endcsname}}}%
    {}%
  \expandafter\expandafter\expandafter\eps@take\csname eps@key@\eps@key\endcsname}
\def\eps@take#1#2#3#4#5#6{%
  \def\eps@value{#1}\def\eps@interval{#2}\def\eps@theory{#3}%
  \def\eps@verdict{#4}\def\eps@run{#5}\def\eps@hash{#6}}
\def\eps@need#1#2{\ifx#1\@empty\eps@stop{no #2 is stored for the key}{"\eps@key"}\fi}

% The value with its interval, where it has one.
\DeclareRobustCommand*\epsres[1]{\eps@find{#1}\eps@need\eps@value{value}%
  \ensuremath{\eps@value}\ifx\eps@interval\@empty\else\ \ensuremath{\eps@interval}\fi}
\DeclareRobustCommand*\epsval[1]{\eps@find{#1}\eps@need\eps@value{value}\ensuremath{\eps@value}}
\DeclareRobustCommand*\epsinterval[1]{\eps@find{#1}\eps@need\eps@interval{interval}\ensuremath{\eps@interval}}
\DeclareRobustCommand*\epstheory[1]{\eps@find{#1}\eps@need\eps@theory{theory}\ensuremath{\eps@theory}}
\DeclareRobustCommand*\epsverdict[1]{\eps@find{#1}\eps@need\eps@verdict{verdict}\mbox{\eps@verdict}}
% The hash of the result that the number is from, and the key by which that result is cited.
\DeclareRobustCommand*\epshash[1]{\eps@find{#1}\texttt{\eps@hash}}
\DeclareRobustCommand*\epsresult[1]{\eps@find{#1}%
  \eps@linked{\texttt{epsilab:\eps@run\#\eps@hash}}%
  \edef\eps@state{\csname eps@run@\eps@run\endcsname}\def\eps@dirty{dirty}%
  \ifx\eps@state\eps@dirty\ (dirty)\fi}
% With hyperref, the key leads to the site that the project names.
\newcommand*\eps@linked[1]{%
  \@ifundefined{eps@site@\eps@run}{#1}{\@ifundefined{href}{#1}{%
    \edef\eps@target{\csname eps@site@\eps@run\endcsname}%
    \expandafter\href\expandafter{\eps@target}{#1}}}}
% A number typed by hand: printed as it is, compared with the stored one by "epsilab paper check".
\DeclareRobustCommand*\epscheck[2]{\eps@find{#1}\eps@need\eps@value{value}\ensuremath{#2}}
% A bound typed by hand, which the end of the interval must keep: compared by "epsilab paper check".
\DeclareRobustCommand*\epsatmost[2]{\eps@find{#1}\eps@need\eps@value{value}\ensuremath{\leq #2}}
\DeclareRobustCommand*\epsatleast[2]{\eps@find{#1}\eps@need\eps@value{value}\ensuremath{\geq #2}}
\endinput
`;
